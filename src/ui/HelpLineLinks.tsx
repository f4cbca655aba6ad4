interface HelpLineLinksProps {
  /** Who helps with gambling harm where the visitor is; nothing is shown where the brand names nobody. */
  line: { name: string; url: string; phone?: string } | undefined
  className?: string | undefined
}

/** The helper's own site, and the number that a phone dials. */
export function HelpLineLinks({ line, className }: HelpLineLinksProps) {
  if (!line) return null
  return (
    <>
      <a className={className} href={line.url} target="_blank" rel="noopener noreferrer">
        <bdi>{line.name}</bdi>
      </a>
      {line.phone ? (
        <>
          {' '}
          <a className={className} href={`tel:${line.phone.replaceAll(/[^\d+]/g, '')}`}>
            <bdi dir="ltr">{line.phone}</bdi>
          </a>
        </>
      ) : null}
    </>
  )
}
