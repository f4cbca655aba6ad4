import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { Num } from '#ui/Num.tsx'
import type { Player } from '../model/players.ts'
import { useSiteTexts } from '../model/texts.ts'

/** Only what is known: a list without lines of dashes. */
export function PlayerFacts({ player, className }: { player: Player; className: string | undefined }) {
  const text = useSiteTexts()
  const { lng, country } = useSite()
  // A birthday is a day of the calendar, wherever it is read.
  const born = player.born && formatDate(Date.parse(player.born), 'P', { lng, country, timeZone: 'UTC' })
  const facts = [
    [text('player_team'), player.team],
    [text('player_country'), player.country],
    [text('player_number'), player.number],
    [text('player_position'), player.position],
    [text('player_born'), born],
    [text('player_height'), player.heightCm],
    [text('player_weight'), player.weightKg],
  ] as const
  return (
    <dl className={className}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{/\p{L}/u.test(String(value)) ? <bdi>{value}</bdi> : <Num>{String(value)}</Num>}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
