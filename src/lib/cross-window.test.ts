import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCrossWindow, readWindowMessage, type CrossWindow, type Peer, type SharedKey, type WindowMessage } from './cross-window.ts'

/** Windows joined by lines that hold their messages until they are let through. */
function net(names: readonly string[], lines: readonly (readonly [number, number])[]) {
  const adopted: string[] = []
  const nodes = names.map((name) => createCrossWindow(name, (key, value) => adopted.push(`${name} ${key}=${String(value)}`)))
  const waiting: { to: CrossWindow; from: Peer; message: WindowMessage }[] = []
  let sent = 0
  for (const [a, b] of lines) {
    const ends: [Peer, Peer] = [
      { post: (message) => (sent += waiting.push({ to: nodes[b]!, from: ends[1], message }) && 1) },
      { post: (message) => (sent += waiting.push({ to: nodes[a]!, from: ends[0], message }) && 1) },
    ]
    nodes[a]!.join(ends[0])
    nodes[b]!.join(ends[1])
  }
  const run = (pick: () => number = () => 0) => {
    while (waiting.length > 0) {
      const [next] = waiting.splice(pick() % waiting.length, 1)
      next!.to.receive(next!.from, structuredClone(next!.message))
    }
  }
  return { nodes, run, adopted, sent: () => sent }
}

describe('windows that share state', () => {
  test('init becomes handshaked once the other window answers hello', () => {
    const { nodes, run } = net(['page', 'frame'], [[0, 1]])
    expect(nodes.map((node) => node.state())).toEqual(['init', 'init'])
    run()
    expect(nodes.map((node) => node.state())).toEqual(['handshaked', 'handshaked'])
  })

  test('what was set before the handshake arrives with the welcome, what is set later at once', () => {
    const { nodes, run, adopted } = net(['page', 'frame'], [[0, 1]])
    nodes[0]!.set('headerHidden', true)
    run()
    expect(nodes[1]!.get('headerHidden')).toBe(true)
    nodes[1]!.set('routePath', '/ru/live')
    run()
    expect(nodes[0]!.get('routePath')).toBe('/ru/live')
    expect(adopted).toEqual(['frame headerHidden=true', 'page routePath=/ru/live'])
  })

  test('a first value never wins over one that was set, whoever came first', () => {
    for (const names of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const { nodes, run } = net(names, [[0, 1]]) // prettier-ignore
      nodes[0]!.suggest('headerHidden', false)
      nodes[1]!.set('headerHidden', true)
      run()
      expect(nodes.map((node) => node.get('headerHidden'))).toEqual([true, true])
    }
  })

  test('what a window set before it was welcomed is newer than all that is known, what it only suggested is not', () => {
    const { nodes, run, adopted } = net(['page', 'a', 'b'], [[0, 1]])
    for (const path of ['/ru/line', '/ru/live', '/ru/results']) nodes[1]!.set('routePath', path)
    nodes[1]!.set('overlayTheme', 'flood')
    run()
    adopted.length = 0
    const lines: [Peer, Peer] = [
      { post: (message) => nodes[2]!.receive(lines[1], structuredClone(message)) },
      { post: (message) => nodes[0]!.receive(lines[0], structuredClone(message)) },
    ]
    nodes[2]!.set('routePath', '/en/line')
    nodes[2]!.suggest('overlayTheme', 'paper')
    nodes[0]!.join(lines[0])
    nodes[2]!.join(lines[1])
    run()
    expect(nodes.map((node) => node.get('routePath'))).toEqual(['/en/line', '/en/line', '/en/line'])
    expect(nodes.map((node) => node.get('overlayTheme'))).toEqual(['flood', 'flood', 'flood'])
    expect(adopted.toSorted()).toEqual(['a routePath=/en/line', 'b overlayTheme=flood', 'page routePath=/en/line'])
  })

  test.each(['a', 'z'])('a frame that loads another document is heard by all, whatever its name: %s', (name) => {
    const { nodes, run } = net(['page', 'frame', 'other'], [[0, 1], [0, 2]]) // prettier-ignore
    nodes[1]!.set('routePath', '/ru/line')
    run()
    // The page goes on speaking to the same window; what answers there is another document.
    let frame: CrossWindow | null = null
    const [toPage, toFrame]: [Peer, Peer] = [
      { post: (message) => nodes[0]!.receive(toFrame, structuredClone(message)) },
      { post: (message) => frame?.receive(toPage, structuredClone(message)) },
    ]
    nodes[0]!.join(toFrame)
    frame = createCrossWindow(name, () => {})
    frame.set('routePath', '/ru/live')
    frame.join(toPage)
    run()
    expect([nodes[0], nodes[2], frame].map((node) => node!.get('routePath'))).toEqual(['/ru/live', '/ru/live', '/ru/live'])
  })

  test('a change in one frame is relayed by the page to all others, and only once', () => {
    const { nodes, run, sent } = net(['page', 'a', 'b', 'c'], [[0, 1], [0, 2], [0, 3]]) // prettier-ignore
    run()
    const before = sent()
    nodes[1]!.set('overlayTheme', 'flood')
    run()
    expect(nodes.map((node) => node.get('overlayTheme'))).toEqual(['flood', 'flood', 'flood', 'flood'])
    expect(sent() - before).toBe(3)
  })

  test('in any order of messages, also in a ring, all windows end alike and messages come to an end', () => {
    const keys: SharedKey[] = ['headerHidden', 'microfrontModalOpen']
    const change = fc.record({ node: fc.nat(3), key: fc.constantFrom(...keys), value: fc.boolean(), steps: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.infiniteStream(fc.nat(50)), (changes, order) => {
        const { nodes, run } = net(['a', 'b', 'c', 'd'], [[0, 1], [1, 2], [2, 3], [3, 0]]) // prettier-ignore
        const pick = () => order.next().value as number
        run(pick)
        for (const { node, key, value, steps } of changes) {
          nodes[node]!.set(key, value)
          if (steps === 0) run(pick)
        }
        run(pick)
        for (const key of keys) expect(new Set(nodes.map((node) => node.get(key))).size).toBe(1)
      }),
    )
  })

  test.each([
    null,
    'polosa-window',
    { source: 'other', type: 'hello', entries: [] },
    { source: 'polosa-window', type: 'sendMoney', entries: [] },
    { source: 'polosa-window', type: 'change' },
    { source: 'polosa-window', type: 'change', entries: Array.from({ length: 10 }, () => ({})) },
  ])('%j is no message', (data) => expect(readWindowMessage(data)).toBeNull())

  test.each([
    { key: 'routePath', value: 'https://evil.test/ru' },
    { key: 'routePath', value: '//evil.test/ru' },
    { key: 'routePath', value: '/\\evil.test' },
    { key: 'routePath', value: 'javascript:alert(1)' },
    { key: 'headerHidden', value: 'yes' },
    { key: 'overlayTheme', value: 'pink' },
    { key: '__proto__', value: true },
    { key: 'balance', value: 1 },
  ])('an entry %j is left out', ({ key, value }) => {
    const entry = { key, value, version: 1, writer: 'x' }
    expect(readWindowMessage({ source: 'polosa-window', type: 'change', entries: [entry] })?.entries).toEqual([])
  })

  test('a window that did not join is not heard', () => {
    const node = createCrossWindow('page', () => {
      throw new Error('adopted')
    })
    const entry = { key: 'headerHidden', value: true, version: 1, writer: 'x' }
    node.receive({ post: () => {} }, { source: 'polosa-window', type: 'change', entries: [entry] })
    expect([node.state(), node.get('headerHidden')]).toEqual(['init', undefined])
  })
})
