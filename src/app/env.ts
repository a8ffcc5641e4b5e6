/** Empty: own origin. */
export const API_BASE: string = (import.meta.env.VITE_API_BASE as string | undefined)?.replace(/\/$/, '') ?? ''

export const IS_BUILT: boolean = import.meta.env.PROD
