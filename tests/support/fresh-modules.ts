import { vi } from 'vitest'

/** Libraries stay loaded. */
vi.resetModules()
