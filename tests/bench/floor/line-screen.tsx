import { useQuery } from '@tanstack/react-query'
import ReactApexChart from 'react-apexcharts'
import { figuresQuery } from './figures-query.ts'
import { List } from './list-screen.tsx'

// CommonJS: the import or its `default`.
const Chart = (ReactApexChart as typeof ReactApexChart & { default?: typeof ReactApexChart }).default ?? ReactApexChart

export function Line() {
  const { data } = useQuery(figuresQuery)
  return (
    <>
      <List />
      <div className="mx-auto h-60 max-w-md p-4">
        {data && (
          <Chart
            type="line"
            height={200}
            options={{
              chart: { animations: { enabled: false }, toolbar: { show: false } },
              xaxis: { categories: data.map(({ name }) => name) },
            }}
            series={[{ name: '数量', data: data.map(({ value }) => value) }]}
          />
        )}
      </div>
    </>
  )
}
