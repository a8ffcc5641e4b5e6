export const UNIT_CHARTS = { drawn: 'main .apexcharts-canvas:has(.apexcharts-series path)', count: 4 }
