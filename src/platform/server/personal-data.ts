/**
 * What a module holds of people, told as data at its server's door. Export and erasing are made of it in one place
 * (modules/privacy), and a test finds every table with a player in it that nobody answers for.
 */

/** Why rows stay after an account is erased: the player reads it. */
export type KeptBy = 'money' | 'protection' | 'consent' | 'security'

export interface PersonalTable {
  table: string
  /** Column that says whose a row is: the player's number, or the key of a row of another table of his. */
  by: string
  /** The table that `by` points to, when it is not the player himself. */
  of?: 'account' | 'bet' | 'session' | 'support_ticket' | 'withdrawal'
  /** Of a table with rows of several kinds: those that this line is about. */
  only?: { column: string; value: string }
  /** Never leave the house: hashes, seals, marks of other people. */
  secret?: readonly string[]
  /** delete: rows go. clear: these columns are set, what else stands in the row stays. keep: nothing of it names anybody. */
  erase: 'delete' | 'keep' | { clear: Readonly<Record<string, string | number | boolean | null>> }
  keptBy?: KeptBy
}

export interface PersonalPart {
  /** Name of the module: its texts are `part_<name>` of privacy. */
  name: string
  /** In the order in which rows can be deleted. */
  tables: readonly PersonalTable[]
}
