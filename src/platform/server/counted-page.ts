/** A page of rows that each tell how many there are (`count(*) OVER () AS total`). */
export async function countedPage<Row extends { total: number | bigint }>(
  page: { limit: number; offset: number },
  read: (limit: number, offset: number) => Promise<{ rows: Row[] }>,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await read(page.limit, page.offset)
  // Behind the last page there is no row to tell it, so the first one of all is asked.
  const told = rows.length > 0 || page.offset === 0 ? rows : (await read(1, 0)).rows
  return { rows, total: Number(told[0]?.total ?? 0) }
}
