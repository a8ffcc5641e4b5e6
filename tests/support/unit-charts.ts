/** Complete: some `drawn`, none `undrawn`. */
export const UNIT_CHARTS = {
  drawn: 'main:not(:has([aria-busy=true])) figure:has(.apexcharts-series path)',
  undrawn: 'main figure:not(:has(.apexcharts-series path))',
}
