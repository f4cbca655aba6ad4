/** An address that a public name must not lead to (asked again when it is looked up). */
export function isPrivateAddress(address: string): boolean {
  const text = address.toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  const four = (mapped ?? text).split('.').map(Number)
  if (four.length === 4) {
    const [a, b] = four as [number, number, number, number]
    return (
      four.some((part) => !(part >= 0 && part <= 255)) ||
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b <= 127) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b <= 31) ||
      (a === 192 && (b === 168 || b === 0)) ||
      (a === 198 && (b === 18 || b === 19))
    )
  }
  // Global unicast of IPv6 is 2000::/3; everything else is loopback, local, link or reserved. 64:ff9b::/96 and 2002::/16 carry IPv4.
  return !/^[23][0-9a-f]{3}:/.test(text) || text.startsWith('2002:') || text.startsWith('2001:db8:')
}
