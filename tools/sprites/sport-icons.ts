/**
 * The drawing of each sport of `seed/sports.json` by its id: no two are alike, for between 1024 and 1279 nothing but the drawing
 * tells one sport from another. "a+b" is drawing a with b small at its corner. Names are those of the mdi set, or of a mark below.
 */
const DRAWINGS = `
1 soccer, 2 hockey-puck, 3 basketball, 4 tennis, 5 baseball, 6 volleyball, 7 rugby, 8 handball, 9 boxing-glove, 10 table-tennis,
11 chess-knight, 12 billiards, 13 football-helmet, 14 soccer-field, 15 hockey-sticks+snow, 16 badminton, 17 water-polo,
18 racing-helmet, 19 biathlon, 20 television, 21 bullseye-arrow, 22 slope-downhill, 23 ski+up, 24 ski-cross-country, 25 soccer+beach,
26 car-sports, 27 hockey-sticks, 28 football-australian, 29 volleyball+beach, 30 billiards-rack, 31 motorbike, 32 circle-multiple,
33 rollerblade, 34 tennis+frame, 35 handball+beach, 36 bike, 37 swim, 38 poker-chip, 39 racquetball, 40 controller-classic, 41 golf,
42 finance, 43 hockey-sticks+indoor, 44 horse-variant, 45 soccer+minus, 46 curling, 47 hockey-sticks+ball, 48 hockey-sticks+diamond,
49 basketball-hoop, 50 medal, 51 gymnastics, 52 horse-human, 53 kabaddi+ball, 54 bow-arrow, 55 karate+ball, 56 yin-yang,
57 run-fast, 58 kayaking, 59 diving, 60 fencing, 61 numeric-5-circle, 62 rowing, 63 sail-boat, 64 bullseye, 65 numeric-3-circle,
66 cricket, 67 hockey-sticks+hexagon, 68 dog-side, 69 format-list-checks, 70 roller-skate, 71 skate, 72 skate+fast, 73 sledding,
74 ski+star, 75 sledding+ball, 76 ski-cross-country+up, 77 sledding+fast, 78 skate+ball, 79 boxing-glove+octagon, 80 soccer+clover,
81 human-handsdown, 82 ticket, 83 baseball-bat, 84 snowboard, 85 soccer+play, 86 target, 87 star-circle, 88 tennis+star,
89 hockey-puck+play, 90 boxing-glove+play, 91 basketball+play, 92 horse-variant-fast, 94 tennis+play, 95 shape, 96 tank,
97 sword-cross, 98 bomb, 99 cricket+play, 100 handball+play, 101 kabaddi+play, 102 motorbike+fast, 103 skull,
105 basketball+star, 106 wizard-hat, 107 cards, 109 rocket-launch, 110 helicopter, 111 karate+up, 112 weight-lifter, 113 bowling,
114 rugby+play, 115 football-helmet+play, 116 racing-helmet+play, 117 speedometer, 118 volleyball+up, 119 ballot, 120 golf+play,
121 baseball+play, 122 soccer+indoor, 125 pistol, 126 hockey-sticks+clover, 128 karate+fire, 129 car-sports+play,
130 hockey-sticks+play, 131 skull-crossbones, 132 horse-variant+later, 133 horse-variant-fast+later, 135 slope-downhill+play, 136 bird,
138 surfing, 139 hockey-sticks+flash, 140 kettlebell, 141 crown, 142 motorbike+later, 143 scale-balance, 144 soccer-field+play,
145 lightning-bolt-circle, 146 cards-playing, 147 dumbbell, 148 castle, 149 baseball-diamond, 150 alien, 151 dog-side+later, 152 disc,
153 cards-playing-heart, 154 tire, 155 arm-flex, 156 bike+ball, 157 checkerboard, 158 table-tennis+play, 159 volleyball+snow,
160 billiards+play, 161 skateboarding, 162 parachute, 164 horse-human+ball, 165 slide, 166 laser-pointer, 167 poker-chip+play,
168 crosshairs-gps, 169 emoticon-devil, 170 axe-battle, 171 billiards-rack+play, 172 car-wrench, 173 basketball+up, 174 broom,
175 soccer+up, 176 weather-partly-cloudy, 177 hockey-puck+minus, 178 soccer-field+up, 179 soccer+square, 180 kabaddi,
181 knife-military, 182 boxing-glove+fire, 183 table-furniture+plus, 184 soccer+heart, 187 table-furniture+play,
188 television-classic, 189 octagon-outline, 190 football-australian+play, 191 soccer+star, 192 sword, 193 chevron-triple-up, 194 content-cut,
195 subway-variant, 196 flash, 197 airplane, 198 ticket-confirmation, 199 chart-line, 200 volleyball+play, 201 robot-angry, 202 vote,
203 volleyball+square, 204 soccer-field+plus, 205 bike+play, 206 hockey-puck+ball, 207 fire, 208 chef-hat, 209 magnet,
210 soccer+spade, 211 soccer+ball, 212 cricket+star, 213 ninja, 214 mine, 215 karate+play, 216 music, 217 bullseye+up, 218 coffin,
219 account-group, 220 ferry, 221 star-shooting, 222 fish, 223 volleyball+hexagon, 224 boxing-glove+star, 225 hockey-puck+fire,
226 dots-triangle, 227 robot, 228 boxing-glove+crown, 229 weather-lightning, 230 tennis-ball, 231 chess-pawn, 232 golf+ball,
233 bullseye+ball, 234 bullseye-arrow+flash, 235 dice-5, 236 cards-playing-diamond, 237 soccer+fire, 238 baseball+plus,
239 table-tennis+ball, 240 fan, 241 shield-crown, 242 bike-fast, 243 anchor, 244 billiards+ball, 245 set-center,
246 slope-downhill+ball, 247 target-variant, 248 waves, 249 go-kart, 250 curling+ball, 251 soccer+flash, 252 table-furniture,
253 flag-checkered, 254 ticket+ball, 255 boxing-glove+ball, 256 hockey-puck+diamond, 257 cards-playing-club, 258 racing-helmet+star,
259 ship-wheel, 260 wall, 261 baseball+ball, 262 table-tennis+up, 263 soccer+plus, 264 horse-variant+play, 265 volleyball+ball,
266 basketball+ball, 268 barrel, 269 snowflake, 270 carabiner, 271 karate, 272 bowling+play, 273 kabaddi+crown,
274 drama-masks, 275 boxing-glove+diamond, 276 football, 277 cog, 278 hand-back-right, 279 boxing-glove+flash, 280 boxing-glove+plus,
281 roller-skate+ball, 282 tennis+square, 283 tennis+ball, 284 numeric-7-box, 285 handball+star, 286 handball+square,
287 diamond-stone, 288 disc+fast, 289 billiards+square, 290 kabaddi+star, 291 ghost, 292 swap-vertical-bold, 293 soccer+diamond,
294 polo, 295 cricket+indoor, 296 robot-industrial, 298 crosshairs, 299 corn, 300 hockey-sticks+star, 301 dharmachakra,
302 roller-skate+star, 303 virtual-reality, 304 power, 305 podium-gold, 306 gold, 307 kabaddi+flash, 308 golf+diamond,
309 boombox, 310 magic-staff, 311 cricket+spade, 314 crystal-ball, 317 broom+play, 2999 trophy
`

/** What stands small at a corner: shapes that can be told apart on a quarter of an icon. */
const MARKS: Readonly<Record<string, string>> = {
  play: 'gamepad',
  ball: 'circle',
  beach: 'white-balance-sunny',
  indoor: 'home',
  snow: 'snowflake',
  later: 'clock',
  up: 'arrow-up-bold',
  fast: 'chevron-double-right',
  star: 'star',
  plus: 'plus-thick',
  minus: 'minus-thick',
  frame: 'square-outline',
  flash: 'flash',
  spade: 'cards-spade',
}

export interface SportIcon {
  /** Names of the mdi set. */
  base: string
  mark: string | undefined
}

/** Drawing of every sport by its id. */
export const SPORT_ICONS: ReadonlyMap<number, SportIcon> = new Map(
  DRAWINGS.trim()
    .split(/,\s+/)
    .map((entry) => {
      const [id, drawing = ''] = entry.split(' ')
      const [base = '', mark] = drawing.split('+')
      return [Number(id), { base, mark: mark && (MARKS[mark] ?? mark) }] as const
    }),
)
