import { Num } from '#ui/Num.tsx'
import type { Player } from '../model/players.ts'
import { useSiteTexts } from '../model/texts.ts'

/** Only what is known: a list without lines of dashes. */
export function PlayerFacts({ player, className }: { player: Player; className: string | undefined }) {
  const text = useSiteTexts()
  const facts = [
    [text('player_team'), player.team],
    [text('player_country'), player.country],
    [text('player_number'), player.number],
    [text('player_position'), player.position],
    [text('player_born'), player.born.split('-').toReversed().join('.')],
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
