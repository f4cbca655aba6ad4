import { featureOn, type MenuItem, type SiteConfig } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'

/** The configuration as the server resolved it for this visit. */
export function useSiteConfig(): SiteConfig {
  return useSite().config as unknown as SiteConfig
}

/** Items whose section is open; a group without an open item is left out. */
export function openItems(items: readonly MenuItem[], config: Pick<SiteConfig, 'features'>): MenuItem[] {
  return items.flatMap((item) => {
    if (!featureOn(config, item.feature)) return []
    if (!item.subMenuItems) return [item]
    const subMenuItems = openItems(item.subMenuItems, config)
    return subMenuItems.length ? [{ ...item, subMenuItems }] : []
  })
}

/** At most nine items stand in the header, the rest under "More" (SH-04). */
export const HEADER_ITEMS = 9

export function splitHeader(items: readonly MenuItem[], max = HEADER_ITEMS): { shown: MenuItem[]; more: MenuItem[] } {
  return { shown: items.slice(0, max), more: items.slice(max).flatMap((item) => item.subMenuItems ?? [item]) }
}
