import { useMay } from '#app/session/use-may.ts'

/** Of the building pages' URLs. */
export const useCanEdit = (): '0' | '1' => (useMay('gov') ? '0' : '1')
