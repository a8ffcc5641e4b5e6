import type { ButtonSize } from './button.tsx'

export const edgeClass: Readonly<Record<ButtonSize, string>> = { normal: '-mr-[17px]', small: '-mr-[11px]' }
