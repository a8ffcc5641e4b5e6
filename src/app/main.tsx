import './session/take-entry-token.ts'
import './styles.css'
import { boot } from './boot.tsx'

const root = document.getElementById('root')
if (root) void boot(root)
