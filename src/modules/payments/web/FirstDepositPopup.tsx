import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '#platform/web/call.ts'
import { useFeature } from '#platform/web/features.tsx'
import { modals } from '#platform/web/modal-queue.ts'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { Modal } from '#ui/Overlay.tsx'
import type { firstDepositCall } from '../contract/cashier.ts'

type Bonus = Awaited<ReturnType<typeof call<typeof firstDepositCall>>>

/** Where nothing lies over what somebody does: forms of entering, the profile and its menu, the cashier (specification §4). */
const QUIET =
  /^\/[a-z]{2}\/(?:login|registration|two-factor|password|dev|office\/?$|office\/(?:account|recharge|withdraw|security|settings))/

/** After a registration, once: what the first deposit brings. Only while its flag stands, the brand wants it and there is such a bonus. */
export function FirstDepositPopup() {
  const { pathname } = useLocation()
  const { player } = useSession()
  const on = useFeature('firstDepositPopup')
  const navigate = useRef<(to: string) => void>(() => {})
  navigate.current = useSiteNavigate()
  const playerId = player?.id ?? null
  useEffect(() => {
    if (!on || playerId === null || QUIET.test(pathname)) return
    let left = false
    let close = () => {}
    void wanted(playerId).then((bonus) => {
      if (bonus && !left) close = show(bonus, () => navigate.current('/office/recharge'))
    })
    return () => {
      left = true
      close()
    }
  }, [on, playerId, pathname])
  return null
}

/** Who was told of none since the document was loaded: no later page of it asks again, a later visit may find one. */
let without: number | null = null

async function wanted(playerId: number): Promise<Bonus | null> {
  if (without === playerId || (await storage.get('showRegistrationBonus')) !== true) return null
  const bonus = await call<typeof firstDepositCall>('GET', '/api/v3/bonuses/first-deposit', { auth: 'token' }).catch(() => null)
  if (bonus?.hasFirstDeposit) return bonus
  if (bonus) without = playerId
  return null
}

function show(bonus: Bonus, deposit: () => void): () => void {
  if (document.hidden) return () => {}
  return modals.show({
    name: 'first-deposit',
    // Seen once, however it is closed: nobody is asked again and again to pay in.
    middleware: [() => storage.set('showRegistrationBonus', false)],
    render: (close) => (
      <Modal
        title={bonus.bonusPopupTitle}
        size="small"
        onClose={close}
        footer={
          <Button
            kind="accent"
            size="large"
            wide
            onClick={() => {
              close()
              deposit()
            }}
          >
            {bonus.bonusPopupBtnText}
          </Button>
        }
      >
        <p>{bonus.bonusPopupDescription}</p>
      </Modal>
    ),
  })
}
