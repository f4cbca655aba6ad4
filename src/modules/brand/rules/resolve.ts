/** Layers to one configuration: pure, so the same visit always sees the same site (law of configuration). */

export interface LayerWhen {
  countries?: string[] | undefined
  languages?: string[] | undefined
  partners?: number[] | undefined
  groups?: number[] | undefined
  hosts?: string[] | undefined
}

export interface Layer {
  when: LayerWhen
  set: Record<string, unknown>
}

export interface VisitPlace {
  host: string
  country: string
  lng: string
  partner: number
  group: number
}

/** The configuration with every fitting layer laid over it, in the order of the file; the base is not touched. */
export function resolve<T extends object>(base: T, layers: readonly Layer[], place: VisitPlace): T {
  return layers.filter((layer) => fits(layer.when, place)).reduce<T>((config, layer) => overlay(config, layer.set), base)
}

/** Objects are merged key by key; everything else, lists too, is replaced. */
export function overlay<T>(base: T, patch: unknown): T {
  if (!isPlain(base) || !isPlain(patch)) return (patch === undefined ? base : patch) as T
  const out: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(patch)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue
    out[key] = overlay(out[key], value)
  }
  return out as T
}

function fits(when: LayerWhen, place: VisitPlace): boolean {
  const has = <V>(list: V[] | undefined, value: V) => list === undefined || list.includes(value)
  return (
    has(when.countries, place.country) &&
    has(when.languages, place.lng) &&
    has(when.partners, place.partner) &&
    has(when.groups, place.group) &&
    has(when.hosts, place.host)
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
