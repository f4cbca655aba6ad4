/** Feeds of sections that a brand may switch off. */
const FEED_SECTIONS = [
  ['line', '/service-api/LineFeed/'],
  ['live', '/service-api/LiveFeed/'],
] as const

/** Whether a call asks a section that is switched off: pages of several sections go on without it. */
export function isClosedFeed(features: Readonly<Record<string, boolean>>, path: string): boolean {
  return FEED_SECTIONS.some(([section, root]) => features[section] !== true && path.startsWith(root))
}
