/** Touch target beyond its box. */
export const figureClass =
  'relative -mx-2 inline-block rounded-sm px-2 leading-6 text-link hover:underline touch:after:absolute touch:after:-inset-2.5'
