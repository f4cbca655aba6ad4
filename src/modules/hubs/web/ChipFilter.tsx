/** Chips that narrow a list; the choice stands in the address, a second press takes it back. */
import { useSearchParams } from 'react-router'
import { Chip } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { useHubTexts } from './texts.ts'

interface ChipFilterProps {
  label: string
  /** Member of the address. */
  name: string
  /** Members that lose their meaning when this one changes. */
  clears?: readonly string[]
  items: readonly { value: string; name: string; count?: number; sportId?: number }[]
}

export function ChipFilter({ label, name, clears = [], items }: ChipFilterProps) {
  const text = useHubTexts()
  const [params, setParams] = useSearchParams()
  const chosen = params.get(name)
  const choose = (value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const other of clears) next.delete(other)
        if (value === null || value === chosen) next.delete(name)
        else next.set(name, value)
        return next
      },
      { preventScrollReset: true, replace: true },
    )
  return (
    <ChipStrip label={label}>
      <Chip selected={chosen === null} onClick={() => choose(null)}>
        {text('all')}
      </Chip>
      {items.map((item) => (
        <Chip
          key={item.value}
          selected={chosen === item.value}
          data-chip={item.value}
          {...(item.count === undefined ? {} : { count: item.count })}
          onClick={() => choose(item.value)}
        >
          {item.sportId ? <SportIcon sportId={item.sportId} size={15} /> : null}
          {item.name}
        </Chip>
      ))}
    </ChipStrip>
  )
}
