/** The chosen sides of a duel stand in the address, as ids: Back and a link find them again. */
import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { sidesOf, type Participant, type Sides } from '../rules/duel.ts'
import type { DuelMatch } from './queries.ts'

const NAMES = ['side1', 'side2'] as const

function idsOf(params: URLSearchParams, name: string): readonly number[] {
  return (params.get(name) ?? '').split(',').map(Number)
}

export function useDuelSides(matches: readonly DuelMatch[] | undefined): [Sides, (sides: Sides) => void] {
  const [params, setParams] = useSearchParams()
  // Who has left the list since stays where he was put, until the server refuses the duel.
  const met = useRef<ReadonlyMap<number, Participant>>(new Map())
  const known = useMemo(() => {
    const listed = (matches ?? []).flatMap(({ participants }) => participants.map((one) => [one.id, one] as const))
    return (met.current = new Map([...met.current, ...listed]))
  }, [matches])
  const sides = useMemo(() => sidesOf([idsOf(params, NAMES[0]), idsOf(params, NAMES[1])], known), [params, known])
  const choose = useCallback(
    (next: Sides) =>
      setParams(
        (before) => {
          const all = new URLSearchParams(before)
          NAMES.forEach((name, side) => {
            const ids = next[side as 0 | 1].map(({ id }) => id)
            if (ids.length) all.set(name, ids.join())
            else all.delete(name)
          })
          return all
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return [sides, choose]
}
