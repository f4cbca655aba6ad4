/**
 * The first page of a visitor brings a table of all screens, so that a click needs no question to the server. As the
 * build writes it, the table names every file a dozen times and every flag of every screen; here it is turned by columns,
 * with each file named once. What it says to the browser stays the same.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Value = string | boolean | readonly string[]
export interface Manifest {
  routes: Readonly<Record<string, Readonly<Record<string, Value>>>>
  [rest: string]: unknown
}

const HEAD = 'window.__reactRouterManifest='
const FOLDER = '/assets/'

/** Runs in the browser: the lines of the table from its columns. A place without a value stands as 0. */
const UNPACK =
  '((m,f,k,c)=>{let p=f.split(" "),u=v=>Array.isArray(v)?v.map(u):typeof v=="number"?"/assets/"+p[v-1]:v;' +
  'for(let i in c[0]){let r={};k.forEach((n,j)=>{let v=c[j][i];v!==0&&(r[n]=u(v))});m.routes[r.id]=r}return m})'

/** The script that tells a browser the same table. */
export function leanScript({ routes, ...rest }: Manifest): string {
  const lines = Object.values(routes)
  const keys = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const files: string[] = []
  const places = new Map<string, number>()
  const packed = (value: Value | undefined): unknown => {
    if (value === undefined) return 0
    if (Array.isArray(value)) return value.map(packed)
    if (typeof value !== 'string' || !value.startsWith(FOLDER)) return value
    const name = value.slice(FOLDER.length)
    if (!places.has(name)) places.set(name, files.push(name))
    return places.get(name)
  }
  const columns = keys.map((key) => lines.map((line) => packed(line[key])))
  const given = [{ ...rest, routes: {} }, files.join(' '), keys, columns].map((one) => JSON.stringify(one))
  return `${HEAD}${UNPACK}(${given.join()});`
}

/** Rewrites the table of the build in this folder. */
export function leanManifest(assets: string): void {
  for (const name of readdirSync(assets)) {
    if (!/^manifest-\w+\.js$/.test(name)) continue
    const path = join(assets, name)
    const text = readFileSync(path, 'utf8')
    const plain = text.slice(HEAD.length).replace(/;$/, '')
    if (text.startsWith(`${HEAD}{`)) writeFileSync(path, leanScript(JSON.parse(plain) as Manifest))
  }
}
