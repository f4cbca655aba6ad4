/** Checks answers against the field tables of the wire (seed/wire-fields.json); used by tests. */
import table from '#seed/wire-fields.json' with { type: 'json' }

type Rule = [type: string, omission: string]
const objects = table.objects as unknown as Record<string, Record<string, Rule>>

/** Recorded paths of the calls: path → types seen, for the calls that have a body. */
export const recordedPaths = table.paths as unknown as Record<string, Record<string, string>>

/** What is wrong with a row of the kind: unknown fields, wrong types, zeros that must be left out. */
export function faultsOf(kind: string, row: Record<string, unknown>): string[] {
  const fields = objects[kind]!
  const faults: string[] = []
  for (const [field, value] of Object.entries(row)) {
    const rule = fields[field]
    if (!rule) faults.push(`${kind}.${field} is not a field`)
    else faults.push(...faultsOfValue(`${kind}.${field}`, value, rule))
  }
  for (const [field, [, omission]] of Object.entries(fields)) {
    if (omission === 'always' && row[field] === undefined) faults.push(`${kind}.${field} is missing`)
  }
  return faults
}

function faultsOfValue(path: string, value: unknown, [type, omission]: Rule): string[] {
  const faults: string[] = []
  if (value === undefined) return [`${path} is undefined`]
  if (omission === 'never sent') return [`${path} is never sent`]
  if (!hasType(value, type)) faults.push(`${path} ${JSON.stringify(value)?.slice(0, 60)} is not ${type}`)
  if (omission === 'zero omitted' && isEmpty(value)) faults.push(`${path} is empty and must be left out`)
  return faults
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'int':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'string':
      return typeof value === 'string'
    case 'bool':
      return typeof value === 'boolean'
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'int[]':
      return Array.isArray(value) && value.every(Number.isInteger)
    case 'string[]':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    case 'int[]|null':
      return value === null || Array.isArray(value)
    default:
      return Array.isArray(value)
  }
}

function isEmpty(value: unknown): boolean {
  if (value === 0 || value === false || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value as object).length === 0
}

/** All rows of an answer by kind, with everything below them. */
export function faultsIn(kind: 'Game' | 'SportRow' | 'ChampRow', row: Record<string, unknown>): string[] {
  const faults = faultsOf(kind, row)
  const each = (list: unknown, check: (one: Record<string, unknown>) => string[]): void => {
    for (const one of (list as Record<string, unknown>[] | undefined) ?? []) faults.push(...check(one))
  }
  if (kind === 'Game') {
    each(row['E'], (one) => faultsOf('Outcome', one))
    each(row['AE'], (group) => (group['ME'] as Record<string, unknown>[]).flatMap((one) => faultsOf('Outcome', one)))
    each(row['GE'], groupFaults)
    each(row['SG'], (sub) => [...faultsOf('SubGame', sub), ...((sub['GE'] as Record<string, unknown>[]) ?? []).flatMap(groupFaults)])
    if (row['SC']) faults.push(...faultsOf('Score', row['SC'] as Record<string, unknown>))
  }
  if (kind === 'SportRow') each(row['L'], (one) => faultsIn('ChampRow', one))
  if (kind === 'ChampRow') {
    each(row['SC'], (one) => faultsIn('ChampRow', one))
    each(row['G'], (one) => faultsIn('Game', one))
  }
  return faults
}

function groupFaults(group: Record<string, unknown>): string[] {
  return (group['E'] as Record<string, unknown>[][]).flatMap((column) => column.flatMap((one) => faultsOf('Outcome', one)))
}
