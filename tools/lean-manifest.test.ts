import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { leanScript } from './lean-manifest.ts'

const flags = { hasLoader: true, hasAction: false }
const manifest = {
  entry: { module: '/assets/entry-a1.js', imports: ['/assets/vendor-b2.js'], css: [] },
  routes: {
    root: {
      id: 'root',
      path: '',
      ...flags,
      module: '/assets/root-c3.js',
      imports: ['/assets/vendor-b2.js'],
      css: ['/assets/frame-d4.css#'],
    },
    line: { id: 'line', parentId: 'root', path: ':lng/line', ...flags, module: '/assets/line-e5.js', imports: [], css: [] },
    home: {
      id: 'home',
      parentId: 'root',
      index: true,
      hasLoader: false,
      hasAction: false,
      module: '/assets/line-e5.js',
      imports: [],
      css: [],
    },
  },
  url: '/assets/manifest-f6.js',
  version: 'f6',
}

it('a browser reads the same table of screens out of the lean script, value by value and in the same order', () => {
  const window: { __reactRouterManifest?: typeof manifest } = {}
  runInNewContext(leanScript(manifest), { window })
  expect(Object.keys(window.__reactRouterManifest?.routes ?? {})).toEqual(Object.keys(manifest.routes))
  expect(JSON.parse(JSON.stringify(window.__reactRouterManifest))).toEqual(manifest)
})

it('a file is named once', () => {
  const named = leanScript({ ...manifest, entry: {} }).split('line-e5.js').length - 1
  expect(named).toBe(1)
})
