/** What is attacked: every call that the server describes, with values that the contract takes. */
export interface Call {
  method: string
  path: string
  query: string[]
  body: Record<string, unknown> | null
}

export interface Attack {
  url: string
  calls: Call[]
  token: string
  /** The server serves pages, not calls alone. */
  hasPages: boolean
  /** Folder for reports. */
  dir: string
  /** A tool is stopped after so long. */
  minutes: number
  /** Calls before this one were attacked in an earlier run. */
  from: number
}

export interface Report {
  /** Of medium weight or above. */
  findings: string[]
  /** How far it came, in words. */
  reached: string
}

interface Described {
  paths: Record<string, Record<string, About>>
}
interface About {
  parameters?: { schema?: { properties?: object } }[]
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> }
}

/** The calls that a server in development mode describes, without the development tools themselves. */
export async function inventoryOf(url: string): Promise<Call[]> {
  const answer = await fetch(`${url}/dev/api/docs/openapi`)
  if (!answer.ok) throw new Error(`${url}/dev/api/docs/openapi answered ${answer.status}: the server must run in development mode`)
  const { paths } = (await answer.json()) as Described
  return Object.entries(paths).flatMap(([path, methods]) => {
    if (path.startsWith('/dev/')) return []
    return Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const fields = Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {})
      return {
        method: method.toUpperCase(),
        path: path.replaceAll(/\{[^}]+\}/g, '1'),
        query: Object.keys(parameters?.[0]?.schema?.properties ?? {}),
        body: method === 'get' ? null : Object.fromEntries(fields.map((name) => [name, '1'])),
      }
    })
  })
}

/** A player of its own, so that calls which ask for one are reached. */
export async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/flexreg-api/v1/registration/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ type: 'fast_reg', fields: { country: 'KZ', currency: 'EUR', terms: true } }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`no player could be made: ${answer.status}`)
  return token
}

/** Whether calls that ask for a player would still be reached with it. */
export async function isKnown(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/web-api/office/balance-rewards`, { headers: { authorization: `Bearer ${token}` } })
  return answer.ok && ((await answer.json()) as { success?: boolean }).success === true
}
