/** What the player has closed himself is not told as if nothing were played. */
import { useSiteTexts } from '../model/texts.ts'
import { NothingHere } from './ListView.tsx'

export function SportOff({ sport }: { sport: string }) {
  const text = useSiteTexts()
  return <NothingHere message={text('sport_is_off', { sport })} label={text('to_settings')} to="/office/settings/disallow-sports" />
}
