/** No colour: that is status. Touch target beyond its box. */
export const figureClass =
  'relative -mx-2 inline-block rounded-sm px-2 leading-6 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-link hover:decoration-solid touch:after:absolute touch:after:-inset-2.5'
