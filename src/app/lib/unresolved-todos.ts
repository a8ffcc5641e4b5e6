export const UNRESOLVED_TODOS = 'unresolved'
