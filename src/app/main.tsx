import './session/take-entry-token.ts'
import './styles.css'
import { boot } from './boot.tsx'

const root = document.getElementById('root')
if (root && import.meta.env.DEV && location.pathname === '/dev/gallery')
  void import('./gallery/gallery.tsx').then(({ showGallery }) => showGallery(root))
else if (root) void boot(root)
