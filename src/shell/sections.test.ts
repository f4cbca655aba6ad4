import { expect, it } from 'vitest'
import { closedSection } from './sections.ts'

it.each([
  ['/casino', 'casino'],
  ['/casino/', 'casino'],
  ['/casino/tournaments/spring/prizes', 'casino'],
  ['/slots/providers', 'slots'],
  ['/poker/redirect', 'poker'],
  ['/toto/fifteen/12', 'toto'],
  ['/toto/score/open', 'toto'],
  ['/information/news/2', 'information'],
  ['/bonus/rules/1st', 'bonus'],
  ['/office/casino', 'office'],
  ['/office/bring-friend/banners', 'office'],
])('%s is a page of a closed section', (path, section) => expect(closedSection(path)).toBe(section))

it.each([
  '/toto/fifteen/x',
  '/toto/nonsense',
  '/toto/score/foo',
  '/information/news/x',
  '/casino/a/b/c',
  '/no-such',
  '/constructor',
  '/office',
  '/office/nonsense',
  '/',
  '/casino/../line',
])('%s is no page', (path) => expect(closedSection(path)).toBeNull())
