import { drawnDirection } from '#lib/text-direction.ts'

interface ScoreProps {
  /** The names as they are written: the score runs as they do. */
  beside: string
  /** "2:1", of several parts "1:0, 1:1"; of cricket "134/5:185". */
  children: string
}

/** A score beside names: each figure on the side of its own, in whatever script the names are (ux 16.2). Where the sides stand as the page runs it is `Pair`. */
export function Score({ beside, children }: ScoreProps) {
  const dir = drawnDirection(beside)
  return <bdi dir={dir}>{dir === 'rtl' ? children.replace(/[\d/]+/g, '\u2066$&\u2069') : children}</bdi>
}
