/** Facts in a row with dots between them; each keeps its own direction, so that none takes a number or a dot from its neighbour. */
import { Fragment } from 'react'

export function Dotted({ parts }: { parts: readonly string[] }) {
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? ' · ' : ''}
      <bdi>{part}</bdi>
    </Fragment>
  ))
}
