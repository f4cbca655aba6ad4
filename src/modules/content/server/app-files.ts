/** The site as an app of the telephone (XT-70, SH-26): its manifest and its icons in the colours of the brand. */
import type { FastifyInstance } from 'fastify'
import { houseTokens } from '#modules/brand/server/index.ts'
import { drawPng } from '#platform/server/pictures.ts'
import { languageTag } from '#lib/language-tag.ts'
import { directionOf } from '#platform/shared/visit.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'

const SIZES = [192, 512] as const
const PURPOSES = ['any', 'maskable'] as const
type Purpose = (typeof PURPOSES)[number]

/** Ground and ink of the mark, as of a button on Paper; the first line has the brand's accent. */
function markColours(): { ground: string; ink: string } {
  const { paper } = houseTokens()
  return { ground: paper['primary']!, ink: paper['on-primary']! }
}

/** The brand's mark on its ground. A maskable icon may lose a fifth of each side, so its mark stands smaller. */
function iconSvg({ accent, stripeDeg }: SiteConfig['customize'], purpose: Purpose): string {
  const { ground, ink } = markColours()
  const [scale, corner] = purpose === 'maskable' ? [8, 0] : [10.5, 112]
  const inset = (512 - 32 * scale) / 2
  const lean = Math.max(-20, Math.min(20, stripeDeg))
  // The lean moves the upper lines to one side: half of it back keeps the mark in the middle.
  const back = -16 * Math.tan((lean * Math.PI) / 180)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${corner}" fill="${ground}"/><g transform="translate(${inset} ${inset}) scale(${scale}) translate(${back} 0) skewX(${lean})"><rect x="4" y="4" width="24" height="7" rx="1" fill="${accent}"/><rect x="4" y="14" width="16" height="5.5" rx="1" fill="${ink}"/><rect x="4" y="22.5" width="8" height="5.5" rx="1" fill="${ink}"/></g></svg>`
}

export function appFiles(app: FastifyInstance): void {
  app.get('/manifest.webmanifest', async ({ ctx }, reply) => {
    const { customize } = ctx.config
    const { ground } = markColours()
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(
        JSON.stringify({
          id: '/',
          name: customize.name,
          short_name: customize.name.slice(0, 12),
          description: ctx.text('content:app_about'),
          lang: languageTag(ctx.lng),
          dir: directionOf(ctx.lng),
          start_url: `/${ctx.lng}/line`,
          scope: '/',
          display: 'standalone',
          background_color: ground,
          theme_color: ground,
          icons: SIZES.flatMap((size) =>
            PURPOSES.map((purpose) => ({
              src: `/app-icon/${purpose}-${size}.png`,
              sizes: `${size}x${size}`,
              type: 'image/png',
              purpose,
            })),
          ),
          shortcuts: (['live', 'line'] as const).map((section) => ({
            name: ctx.text(`shell:menu_${section}`),
            url: `/${ctx.lng}/${section}`,
          })),
        }),
      )
  })

  const drawn = new Map<string, Buffer>()
  for (const purpose of PURPOSES) {
    for (const size of SIZES) {
      app.get(`/app-icon/${purpose}-${size}.png`, async ({ ctx }, reply) => {
        const { customize } = ctx.config
        const key = `${purpose} ${size} ${customize.accent} ${customize.stripeDeg}`
        const png = drawn.get(key) ?? (await drawPng(iconSvg(customize, purpose), size))
        if (!png) return reply.code(503).header('retry-after', '1').send()
        drawn.set(key, png)
        return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(png)
      })
    }
  }
}
