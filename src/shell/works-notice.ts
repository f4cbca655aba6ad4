/** Tells of works that are announced for the next day, on whatever page the visitor is (XT-87). */
import { useEffect } from 'react'
import { announcedWorks } from '#modules/content/rules/status.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'

export function useWorksNotice(): void {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const { lng, country } = useSite()
  const { maintenance } = useSite().config
  const navigate = useSiteNavigate()
  const clock = useProductClock()
  useEffect(() => {
    const works = announcedWorks(maintenance ?? [], clock())
    if (!works) return
    const time = [works.from, works.to].map((at) => formatDate(at, 'dd.MM / HH:mm', { lng, country })).join(' – ')
    return showToast({
      kind: 'warning',
      text: text('works_notice', { time }),
      action: { label: text('works_details'), onPress: () => navigate('/status') },
    })
    // The way to another page is a new function with each page: the note is told once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [maintenance, lng, country, text])
}
