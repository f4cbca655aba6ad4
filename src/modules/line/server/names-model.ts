/** Names of groups and outcomes (wire 18.3), from the market book; a language without names of its own reads English. */
import { allMarketTypes, type MarketType, type OutcomeType } from '../rules/market-book.ts'
import { marketLanguage, marketText } from '../rules/market-names.ts'

/** Groups a chunk. The map tells a client which chunk has its group, so the size is ours to choose. */
const CHUNK = 1000

interface Named {
  N: string
  M: Record<string, { N: string }>
}

export type ModelForm = 'full' | 'short'

const models = new Map<string, Map<number, Named>>()

/** `{"<chunk>":[minG,maxG]}`; the short form counts in GS. */
export function modelMap(form: ModelForm, lng: string): Record<string, [number, number]> {
  const map: Record<string, [number, number]> = {}
  for (const id of [...modelOf(form, lng).keys()].toSorted((a, b) => a - b)) {
    const chunk = Math.floor(id / CHUNK)
    const known = map[chunk]
    if (known) known[1] = id
    else map[chunk] = [id, id]
  }
  return map
}

/** `{"<chunk>":{"<G>":{N, M}}}`; null when the chunk has no group. */
export function modelChunk(form: ModelForm, lng: string, chunk: number): Record<string, Record<string, Named>> | null {
  const groups: Record<string, Named> = {}
  for (const [id, named] of modelOf(form, lng)) if (Math.floor(id / CHUNK) === chunk) groups[id] = named
  return Object.keys(groups).length ? { [chunk]: groups } : null
}

function modelOf(form: ModelForm, lng: string): Map<number, Named> {
  const id = `${form}|${marketLanguage(lng)}`
  let model = models.get(id)
  if (!model) {
    model = new Map()
    for (const type of allMarketTypes()) addType(model, type, form === 'full' ? type.g : type.gs, lng)
    models.set(id, model)
  }
  return model
}

function addType(model: Map<number, Named>, type: MarketType, id: number, lng: string): void {
  const name = (one: MarketType | OutcomeType): string => marketText(one, lng)
  const named = model.get(id) ?? { N: name(type), M: {} }
  for (const outcome of type.outcomes) named.M[outcome.t] ??= { N: name(outcome) }
  model.set(id, named)
}
