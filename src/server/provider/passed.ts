/** Review status of a provider whose programs may speak. */
export const PASSED = 1
