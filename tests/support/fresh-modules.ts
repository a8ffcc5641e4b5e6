import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

const shared = globalThis as { channels?: BroadcastChannel[] }
if (!shared.channels) {
  const channels: BroadcastChannel[] = (shared.channels = [])
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.push(this)
    }
  }
}

// The former file's.
vi.resetModules()
for (const channel of shared.channels.splice(0)) channel.close()
globalThis.indexedDB = new IDBFactory()
localStorage.clear()
sessionStorage.clear()
