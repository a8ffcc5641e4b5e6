export const FIRST_FIGURE = 'first-figure'
