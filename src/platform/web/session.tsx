import { createContext, use, type ReactNode } from 'react'
import type { Minor } from '#lib/money.ts'

/**
 * Who is signed in and with which account, for modules that may not know the account module. The shell fills it;
 * the balance changes by itself (topic `me:<id>`).
 */
export interface SessionAccount {
  id: number
  name: string
  balance: Minor
  currency: { code: string; symbol: string; exponent: number }
  isActive: boolean
  isBonus: boolean
}

export interface SessionPort {
  player: { id: number } | null
  /** Nobody could say who it is when the page was made; it asks again by itself. */
  isUnasked: boolean
  /** The account that pays; null while signed out or loading. */
  account: SessionAccount | null
  accounts: readonly SessionAccount[]
  /** Asks for balances again, after something that may have changed them. */
  refresh(): void
  /** Makes the account of own money the active one: no bet is paid from a bonus account. */
  payFromMoney(): void
  /** Opens sign-in and comes back to where the player was. */
  signIn(): void
  /** Opens the registration and comes back; the cashier will offer the stake that waits in the coupon. */
  register(stake: { minor: Minor; currency: { code: string; exponent: number } }): void
  /** Opens the deposit page, with the missing sum if there is one. */
  deposit(missing?: Minor): void
}

const NOBODY: SessionPort = {
  player: null,
  isUnasked: false,
  account: null,
  accounts: [],
  refresh: () => {},
  payFromMoney: () => {},
  signIn: () => {},
  register: () => {},
  deposit: () => {},
}
const Session = createContext<SessionPort>(NOBODY)

export function SessionProvider({ value, children }: { value: SessionPort; children: ReactNode }) {
  return <Session value={value}>{children}</Session>
}

export function useSession(): SessionPort {
  return use(Session)
}
