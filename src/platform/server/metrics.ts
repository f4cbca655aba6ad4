import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** One registry a process; `/metrics` prints it. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })

export const httpSeconds = new Histogram({
  name: 'polosa_http_seconds',
  help: 'Time from request to answer, by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
  registers: [registry],
})

/** A gauge of the same name takes its place: a process may hold several sites after one another, as tests do. */
export function gauge(name: string, help: string, read: () => number): void {
  registry.removeSingleMetric(`polosa_${name}`)
  new Gauge({
    name: `polosa_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/** As with gauges, the newest of a name counts. */
export function counter(name: string, help: string, labelNames: string[] = []): Counter {
  registry.removeSingleMetric(`polosa_${name}`)
  return new Counter({ name: `polosa_${name}`, help, labelNames, registers: [registry] })
}
