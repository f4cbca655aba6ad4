import { featureOn, type MenuItem } from '#platform/shared/site-config.ts'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'

/** Items whose section is open, also for himself, and whose page this visitor may reach; a group without an open item is left out (AC-03…05). */
export function useOpenItems(items: readonly MenuItem[]): MenuItem[] {
  const { config } = useSite()
  const isPageOpen = useOpenPages()
  const isOpen = ({ feature, link }: MenuItem) => featureOn(config, feature) && (link === undefined || isPageOpen(link))
  return openItems(items, isOpen)
}

export function openItems(items: readonly MenuItem[], isOpen: (item: MenuItem) => boolean): MenuItem[] {
  return items.flatMap((item) => {
    if (!isOpen(item)) return []
    if (!item.subMenuItems) return [item]
    const subMenuItems = openItems(item.subMenuItems, isOpen)
    return subMenuItems.length ? [{ ...item, subMenuItems }] : []
  })
}

/** At most nine items stand in the header, the rest under "More" (SH-04). */
export const HEADER_ITEMS = 9

export function splitHeader(items: readonly MenuItem[], max = HEADER_ITEMS): { shown: MenuItem[]; more: MenuItem[] } {
  return { shown: items.slice(0, max), more: items.slice(max).flatMap((item) => item.subMenuItems ?? [item]) }
}
