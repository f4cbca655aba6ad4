import { useOpenPages } from '#modules/brand/web/index.ts'
import { useState } from 'react'
import { couponOffers } from '#platform/shared/site-config.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { tellTabs, useTabs } from '#platform/web/window-sync.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { tableAddress, type Filter } from './filter.ts'
import { MailModal } from './Mail.tsx'
import { useClear, useRefreshBets } from './queries.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './History.module.css'
import buttons from './Tools.module.css'

/** What can be done with a list: take it along, print it, have it sent, clear it. */
export function Tools({ filter, search }: { filter: Filter; search: string }) {
  const text = useHistoryTexts()
  const { account } = useSession()
  const site = useSite()
  const config = site.config
  const [asking, setAsking] = useState<'mail' | 'clear' | null>(null)
  const close = () => setAsking(null)
  return (
    <div className={styles.strip}>
      {couponOffers(config, 'cashOut') ? <ToolLink to="/office/interactive-bets" icon="paid" name={text('offers')} /> : null}
      {couponOffers(config, 'powerBet') ? <ToolLink to="/office/powerbet" icon="bolt" name={text('powerbet_title')} /> : null}
      <a className={buttons.link} href={tableAddress(filter, account?.id ?? 0, site.lng)} download>
        <Icon name="table" size={16} />
        {text('table')}
      </a>
      <ToolLink to={`/office/history/statement${search}`} icon="document" name={text('statement')} />
      <Button size="small" icon="mail" onClick={() => setAsking('mail')}>
        {text('send_mail')}
      </Button>
      <Button size="small" icon="trash" onClick={() => setAsking('clear')}>
        {text('clear')}
      </Button>
      {asking === 'mail' ? <MailModal filter={filter} onClose={close} /> : null}
      {asking === 'clear' ? <ClearModal onClose={close} /> : null}
    </div>
  )
}

function ToolLink({ to, icon, name }: { to: string; icon: IconName; name: string }) {
  const isOpen = useOpenPages()
  if (!isOpen(to)) return null
  return (
    <SiteLink className={buttons.link} to={to}>
      <Icon name={icon} size={16} />
      {name}
    </SiteLink>
  )
}

function ClearModal({ onClose }: { onClose: () => void }) {
  const text = useHistoryTexts()
  const clear = useClearNow()
  return (
    <Modal
      title={text('clear_title')}
      size="small"
      onClose={onClose}
      footer={
        <div className={styles.tools}>
          <Button kind="primary" loading={clear.busy} onClick={() => clear.run(false, onClose)}>
            {text('clear_yes')}
          </Button>
          <Button onClick={onClose}>{text('clear_no')}</Button>
        </div>
      }
    >
      <p>{text('clear_hint')}</p>
    </Modal>
  )
}

/** Clears or shows again, here and in the other tabs of this browser. */
export function useClearNow(): { busy: boolean; run: (undo: boolean, then?: () => void) => void } {
  const text = useHistoryTexts()
  const clear = useClear()
  const refresh = useRefreshBets()
  return {
    busy: clear.isPending,
    run: (undo, then) =>
      clear.mutate(
        { undo },
        {
          onSuccess: () => {
            refresh()
            tellTabs('history', {})
            showToast({ kind: 'success', text: text(undo ? 'cleared_undone' : 'cleared') })
            then?.()
          },
          onError: (error) => void showToast({ kind: 'error', text: isApiError(error) ? error.message : text('clear_failed') }),
        },
      ),
  }
}

/** Another tab has cleared the list or shown it again. */
export function useClearedElsewhere(): void {
  useTabs('history', useRefreshBets())
}

/** Sums without some bets say so: what is hidden from a list is no less lost or won. */
export function HiddenNote({ count }: { count: number }) {
  const text = useHistoryTexts()
  return <p className={styles.note}>{text('hidden_bets', { left: count })}</p>
}

export function ClearedNote({ at }: { at: number }) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  const clear = useClearNow()
  return (
    <p className={styles.note}>
      {text('cleared_at')} <Num>{formatDate(at * 1000, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
      <Button size="small" kind="quiet" loading={clear.busy} onClick={() => clear.run(true)}>
        {text('show_cleared')}
      </Button>
    </p>
  )
}
