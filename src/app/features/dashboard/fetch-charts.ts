import { fetchChartCode } from '#app/ui/chart-code.ts'

/** Sends for what draws charts; a chart that is drawn later finds it there, or says itself what went wrong. */
export function fetchCharts(): void {
  void fetchChartCode().catch(() => undefined)
}
