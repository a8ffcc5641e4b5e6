export const FAULTS_PATH = '/field/v1/faults'

export const FAULT_KINDS = ['error', 'rejection', 'render', 'chunk', 'start', 'storage', 'worker'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export const DEVICE_CLASSES = ['phone', 'tablet', 'desktop'] as const
export type DeviceClass = (typeof DEVICE_CLASSES)[number]

export const FAULTS_MOST = 20
export const FRAMES_MOST = 8
const MESSAGE_MOST = 200

/** Chunk, line, column; line 0: the whole chunk. */
export const FRAME = /^([\w-]{1,60}(?:\.[\w-]{1,20})?\.js):(\d{1,6}):(\d{1,7})$/

const NAMED =
  /^(?:[A-Z]\w{0,20}(?:Error|Exception)|Cannot|Failed|Uncaught|Unexpected|Invalid|Minified|React|JSON|Maximum)$/
const PLAIN = /^[a-z][a-zA-Z]{0,19}$/

/**
 * Keeps the words of engines' messages: quoted values, other scripts, capitalised words, links, digits and long words
 * may be personal.
 */
export function scrubMessage(message: string): string {
  const words = message
    .slice(0, 2000)
    .replace(/\((reading|setting) '([A-Za-z_$]{1,40})'\)/g, '$1 $2')
    .replace(/[a-z][\w+.-]*:\/\/\S+/gi, '…')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’|"[^"]*$|'[^']*$/g, '…')
    .split(/[\s,:;()[\]{}<>=/\\|]+/)
    .filter(Boolean)
    .map((word) => {
      const parts = word.split('.').filter(Boolean)
      return parts.every((part) => PLAIN.test(part) || NAMED.test(part)) || /^#\d{1,3}$/.test(word) ? word : '…'
    })
  return words
    .filter((word, at) => word !== '…' || words[at - 1] !== '…')
    .join(' ')
    .slice(0, MESSAGE_MOST)
}

export const faultName = (name: unknown): string =>
  typeof name === 'string' && /^[A-Z][A-Za-z]{0,29}(?:Error|Exception)$/.test(name) ? name : 'Error'
