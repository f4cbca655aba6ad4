/**
 * Decimals of a currency's minor unit, for balances that come over the wire as plain numbers. The ledger's table is
 * too large for every page, so this is its short form: what is not named has two. A test holds both together.
 */
const EXCEPTIONS: Readonly<Record<number, string>> = {
  0: 'XDR XAU XAG UYI PTS BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'EOS CLF UYW',
  5: 'BONK MBTC METH',
  6: 'XRP TRX ADA USDT USDC XEM ATOM ALGO XTZ IOTA PYUSD EURT EURC XAUT USDD FDUSD',
  7: 'XLM',
  8: 'BTC ETH LTC BCH DOGE BNB SOL DOT DAI TUSD BUSD USDP DASH ZEC XMR ETC NEO QTUM DGB XVG BTG RVN DCR KMD STRAX AVAX MATIC POL LINK UNI FIL NEAR APT ARB OP SUI TON ICP HBAR VET THETA EGLD SAND MANA AXS APE GALA CHZ ENJ BAT ZRX COMP AAVE MKR SNX CRV SUSHI YFI 1INCH GRT LRC ANKR CAKE FTM ONE ZIL KSM WAVES ICX ONT CELO ROSE KAVA MINA FLOW STX INJ RUNE IMX LDO RPL DYDX GMX WLD SEI TIA JUP PYTH WIF NOT ORDI KAS CRO OKB LEO HT KCS GT NEXO WBTC WETH STETH FRAX PAXG JASMY ENS AXL STRK ETHFI PENDLE',
}

let known: Map<string, number> | undefined

/** Decimals by code; two for every code that is not an exception. */
export function exponentOf(code: string): number {
  known ??= new Map(
    Object.entries(EXCEPTIONS).flatMap(([exponent, codes]) => codes.split(' ').map((name) => [name, Number(exponent)] as const)),
  )
  return known.get(code) ?? 2
}
