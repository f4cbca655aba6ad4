/** Home by the brand's type (SH-11): the line, the casino, or the casino's way in over the line. */
import SportHome from '#modules/line/web/home.screen.tsx'
import { useSite } from '#platform/web/features.tsx'
import { CasinoHome, GamesStrip } from './CasinoHome.tsx'

export { clientLoader, loader, meta } from '#modules/line/web/home.screen.tsx'

export default function HomeScreen() {
  const { homeType } = useSite().config.global
  if (homeType === 'casino') return <CasinoHome />
  return (
    <>
      {homeType === 'mixed' ? <GamesStrip /> : null}
      <SportHome />
    </>
  )
}
