/** The information pages of a brand: a closed set, in the order of its menu (specification §2, IN-01, IN-02, IN-05). */
import { z } from 'zod'
import { INFORMATION_TAGS } from '#platform/shared/site-config.ts'

const item = z.strictObject({
  /** The page: its address is `/information/<menu_key>`. */
  menu_key: z.string().regex(/^[a-zA-Z]{2,40}$/),
  /** The part of the menu that it stands in. */
  tag: z.enum(INFORMATION_TAGS),
  /** A drawing of the house. */
  icon: z.string().regex(/^[a-z-]{2,30}$/),
  /** An address below the language, where it is another one. */
  prop_link: z
    .string()
    .regex(/^\/[a-zA-Z0-9/-]{1,80}$/)
    .optional(),
  /** The text of its name: unit and key. */
  dict_key: z.string().regex(/^[a-z-]{2,20}:[a-zA-Z_]{2,60}$/),
})

export const informationSchema = z
  .array(item)
  .max(60)
  .refine((items) => new Set(items.map(({ menu_key }) => menu_key)).size === items.length, 'a page stands twice')
