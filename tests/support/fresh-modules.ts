import { vi } from 'vitest'

/** Each file gets the app's modules new; libraries stay loaded. */
vi.resetModules()
