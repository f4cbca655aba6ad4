// @vitest-environment happy-dom
/** A transfer between own accounts: one that is closed meanwhile, and what a failed try is the same as. */
import { expect, it, onTestFinished } from 'vitest'
import account from '../../../../../locales/en/account.json' with { type: 'json' }
import auth from '../../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { useSession } from '#platform/web/session.tsx'
import { TransferModal } from './TransferModal.tsx'

const accountOf = (id: number, code: string) => ({
  id,
  name: code,
  balance: 10_000n,
  currency: { code, symbol: code, exponent: 2 },
  isActive: id === 1,
  isBonus: false,
})
const ACCOUNTS = [accountOf(1, 'EUR'), accountOf(2, 'USD'), accountOf(3, 'KZT')]

function Transfers() {
  return <TransferModal accounts={useSession().accounts} onClose={() => {}} />
}

async function shown() {
  const sent: Record<string, unknown>[] = []
  const page = await sampleScreen(<Transfers />, {
    units: { account, auth, ui },
    accounts: ACCOUNTS,
    answer: (_path, body) => {
      if (!('guid' in body))
        return { perEuro: { EUR: '1', USD: '1.1', KZT: '500' }, feePermille: 0, day: '', source: 'brand', simulated: false }
      sent.push(body)
      throw new TypeError('the answer is lost')
    },
  })
  onTestFinished(page.leave)
  const field = () => document.querySelector('input')
  const send = async (sum: string) => {
    await page.type(field(), sum)
    const before = sent.length
    await page.until(() => !page.find(account.transfer)!.disabled)
    await page.press(account.transfer)
    await page.until(() => sent.length > before)
    await page.settle()
    return sent.at(-1)!
  }
  return { ...page, send, field }
}

it('an account that is closed meanwhile gives its place to another', async () => {
  const page = await shown()
  await page.setAccounts([ACCOUNTS[0]!, ACCOUNTS[2]!])
  expect(await page.send('10')).toMatchObject({ account_id: 1, to_account_id: 3 })
})

it('the same wish has the guid of its failed try, another one has its own', async () => {
  const page = await shown()
  const guids: unknown[] = []
  for (const sum of ['10', '10', '20', '10']) guids.push((await page.send(sum))['guid'])
  expect(guids).toEqual([guids[0], guids[0], guids[2], guids[0]])
  expect(guids[2]).not.toBe(guids[0])
})
