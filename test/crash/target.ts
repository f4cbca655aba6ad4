/**
 * What the crash test needs of a server. The default is the harness beside this file (acceptor, ledger and
 * settlement on a real database); CRASH_TARGET names a module that exports `target` for another one.
 */
export interface BetOp {
  guid: string
  accountId: number
  stakeMinor: string
  ci: number
  t: number
  price: number
}
export interface DepositOp {
  key: string
  accountId: number
  amountMinor: string
}
export interface SettleOp {
  key: string
  ci: number
  winner: 1 | 2 | 3
  sentAt: number
}

export interface CrashTarget {
  /** The process to start and to kill; it prints a line with its address (`http://…`) when it serves. */
  command(databaseUrl: string): { file: string; args: string[]; env: Record<string, string> }
  /** Each resolves when the server has acknowledged, with its id; rejects when the fate is unknown. */
  bet(address: string, op: BetOp): Promise<string>
  deposit(address: string, op: DepositOp): Promise<string>
  settle(address: string, op: SettleOp): Promise<string>
}

async function call(address: string, path: string, body: unknown): Promise<string> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

const harness: CrashTarget = {
  command: (databaseUrl) => ({
    file: process.execPath,
    args: [new URL('./harness.ts', import.meta.url).pathname],
    env: { DATABASE_URL: databaseUrl },
  }),
  bet: (address, op) => call(address, '/bet', op),
  deposit: (address, op) => call(address, '/deposit', op),
  settle: (address, op) => call(address, '/settle', op),
}

export async function crashTarget(): Promise<CrashTarget> {
  const given = process.env['CRASH_TARGET']
  return given ? ((await import(given)) as { target: CrashTarget }).target : harness
}
