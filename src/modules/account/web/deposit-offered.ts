import { useOpenPages } from '#modules/brand/web/index.ts'
import { useFeature } from '#platform/web/features.tsx'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { useSession } from '#platform/web/session.tsx'

/** Whether the way to pay in is shown: nobody invites a player who has closed his account, for a day or for good. */
export function useDepositOffered(): boolean {
  const { player } = useSession()
  const isOpen = useOpenPages()('/office/recharge')
  const closed = useLive<{ kind: string } | null>(liveKey(`me:${player?.id ?? 0}`, 'protection'))
  return useFeature('deposit') && isOpen && !closed
}
