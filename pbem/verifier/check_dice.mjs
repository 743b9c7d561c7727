// Check the dice of a pbem game without pbem:  node check_dice.mjs SAVE  (the folder with game.json), or
// node check_dice.mjs dice-7.json  (the file that was attached to a report). Exit code 0: all holds; 1: it does not.
// Or in any browser:
//     import { check } from "./check_dice.mjs";  const wrong = await check(game, records, scenario);
// `game` and `scenario` are the parsed game.json and scenario.json, `records` the parsed files of turns/ in order; what
// comes back is a list of [record, what, found, expected], empty if all holds. It checks that no record was changed or taken out (each names
// the hash of the one before), that every link of the dice chain leads back to the head that was published before the
// game, and that every die and draw follows from link, players' texts and label. That the rules asked for them,
// only `pbem verify` can tell.
const TAG = "pbem-chain-1:";
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...(typeof part === "string" ? utf8(part) : part)]));
const sha = async (data) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
const isObject = (value) => value !== null && typeof value === "object";

const canonical = (value) =>
  Array.isArray(value) ? `[${value.map(canonical).join(",")}]`
  : !isObject(value) ? JSON.stringify(value)
  : `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;

// The faces of each die: game.json lists them, for the first games a table of scenario.json, whose hash it has.
const diceOf = async (game, scenario) => {
  if (Object.keys(game.faces ?? {}).length) return game.faces;
  const tables = (await sha(utf8(canonical(scenario)))) === game.scenario ? scenario.tables ?? {} : {};
  return Object.fromEntries(Object.values(tables).filter((each) => each?.faces).map(({ name, faces }) => [name, faces]));
};

const mac = async (key, data) => {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, data));
};

// Each link is the hash of the next: so many steps back from a link.
const back = async (link, steps) => {
  for (let i = 0; i < steps; i++) link = await sha(join(TAG, "link:", unhex(link)));
  return link;
};

// The bytes of a roll, which come from the key and the label.
async function* stream(key, label) {
  for (let block = 0; ; block++) yield* await mac(key, join(TAG, "roll:", label, [0, 0, 0, block >> 8, block & 255]));
}

// From one byte, or two for n over 256; what is past the last whole multiple of n is dropped.
const below = async (source, n) => {
  if (n < 1) throw new RangeError("nothing is left to draw");
  const [next, size] = [async () => (await source.next()).value, n <= 256 ? 256 : 65536];
  for (;;) {
    const value = size === 256 ? await next() : (await next()) * 256 + (await next());
    if (value < size - (size % n)) return value % n;
  }
};

// What a roll must show: faces of its die, or items drawn by lot, none twice, by swapping them to the front.
const given = async (key, { label, die, faces, items }, dice) => {
  const [source, found, draws] = [stream(key, label), [...(items ?? [])], items?.length > 0];
  for (let i = 0; i < faces.length; i++) {
    if (!draws) {
      found.push(dice[die][await below(source, dice[die].length)]);
    } else {
      const other = i + (await below(source, found.length - i));
      [found[i], found[other]] = [found[other], found[i]];
    }
  }
  return found.slice(0, faces.length);
};

// The links since a head: those revealed, the last number, and which a correction may name once again.
class Chain {
  constructor(head) { // waits: number and phase while a question is open
    Object.assign(this, { known: { 0: head }, last: 0, waits: null, again: {}, named: {} });
  }
  undo(undone) {
    [this.again, this.waits] = [{}, null];
    for (const { kind, link, phase } of undone) if (kind === "phase" && !this.named[link.number]) this.again[link.number] = phase;
  }
  async take({ link: { number, value: link, again }, phase, suspended }, expect) {
    if (this.waits) {
      expect("link number", [number, phase], this.waits);
    } else if (again) {
      expect("phase of the link named again", this.again[number] ?? "", phase);
      delete this.again[number];
      this.named[number] = true;
    } else {
      expect("link number", number, this.last + 1);
    }
    [this.last, this.waits] = [Math.max(this.last, number), suspended ? [number, phase] : null];
    if (link) {
      const lower = Math.max(...Object.keys(this.known).map(Number).filter((i) => i <= number));
      expect("link", await back(link, Math.min(number - lower, 4096)), this.known[lower]);
      this.known[number] = link;
    }
  }
}

// The key of a phase is made of its link, the players' texts, the beacon and its name; the dice of key and label.
async function rolls(game, dice, { beacon, nonces, turn, phase, link, rolls }, expect) {
  const key = await mac(unhex(link.value), join(TAG, "phase:", canonical({ beacon, game, nonces, phase: `${turn}.${phase}` })));
  expect("rolls with one label", new Set(rolls.map((roll) => roll.label)).size, rolls.length);
  for (const roll of rolls) {
    if (!roll.items?.length && !Object.hasOwn(dice, roll.die ?? null)) {
      expect(`die of roll ${roll.label}`, roll.die ?? null, Object.keys(dice).sort().join(" or "));
    } else {
      expect(`roll ${roll.label}`, canonical(roll.faces), canonical(await given(key, roll, dice)));
    }
  }
}

// The hash that a player's receipt printed is that of the lines as understood; in format 1, as written.
async function sheets(record, expect) {
  for (const sheet of record.sheets) {
    const lines = record.format > 1
      ? canonical(sheet.lines.map(({ number, text, order, read }) => ({ number, order: read ?? order, text })))
      : sheet.lines.map((line) => `${line.number}. ${line.text}\n`).join("");
    expect("hash of a sheet", sheet.hash, await sha(utf8(lines)));
  }
}

export async function check(game, records, scenario) {
  const [wrong, dice] = [[], await diceOf(game, scenario)];
  let [n, previous, chain] = [0, await sha(utf8(canonical(game))), new Chain(game.head)];
  for (const record of records) {
    n += 1;
    let found = [];
    const expect = (...each) => found.push(each);
    try {
      expect("hash of the record before", record.previous ?? null, previous);
      previous = await sha(utf8(canonical(record)));
      expect("number", record.n, n);
      if (record.kind === "rollback") {
        chain.undo(record["same-dice"] ? records.slice(record.to, n - 1) : []);
      } else if (record.kind === "phase") {
        await chain.take(record, expect);
        await sheets(record, expect);
        if (record.link.value) await rolls(game.game, dice, record, expect);
      }
      const newHead = record.kind === "rekey" ? record.head : record["next-head"];
      if (newHead) chain = new Chain(newHead);
    } catch {
      found = [["record", "unreadable", "a record of pbem"]];
    }
    const other = found.filter(([, was, expected]) => canonical(was) !== canonical(expected));
    wrong.push(...other.map(([what, was, expected]) => [n, what, was, expected]));
  }
  return wrong;
}

// What is wrong in the proof of a report: as `check`, but its records are only told by their hashes.
export async function checkReport(sheet) {
  const [wrong, told, chains, heads] = [[], {}, {}, new Set([sheet.head])];
  for (const record of sheet.records) {
    const [n, link, head] = [record.n ?? 0, record.link ?? {}, record.head];
    let found = [];
    const expect = (...each) => found.push(each);
    try {
      const last = Object.keys(told).length ? Math.max(...Object.keys(told).map(Number)) : n - 1;
      if (!record.previous || !record.hash) throw new TypeError("no hashes");
      expect("hash of the record before", record.previous, told[n - 1] ?? record.previous);
      expect("number", n, last + 1);
      if (record.kind === "phase" && link.value) {
        const known = (chains[head] ??= { 0: head });
        const lower = Math.max(...Object.keys(known).map(Number).filter((i) => i <= link.number));
        expect("link", await back(link.value, Math.min(link.number - lower, 4096)), known[lower]);
        expect("head", head, heads.has(head) || n === sheet.records[0].n ? head : "one told before");
        known[link.number] = link.value;
        await rolls(sheet.game, sheet.dice, record, expect);
      } else if (record.rolls?.length && !(record.kind === "phase" && link.number && head)) {
        expect("rolls without their link", record.rolls.length, 0); // one that waits tells its number
      }
      heads.add(head).add(record["next-head"]);
      told[n] = record.hash;
    } catch {
      found = [["record", "unreadable", "a record of pbem"]];
    }
    const other = found.filter(([, was, expected]) => canonical(was) !== canonical(expected));
    wrong.push(...other.map(([what, was, expected]) => [n, what, was, expected]));
  }
  return wrong;
}

// Say what is wrong with a save, or with the proof of a report; 1 if anything is, 2 if it cannot be read.
async function main(fs, path) {
  let [wrong, good, head] = [[], "", ""];
  const read = (...names) => JSON.parse(fs.readFileSync([path, ...names].join("/"), "utf-8"));
  try {
    if (fs.statSync(path).isDirectory()) {
      const names = fs.existsSync(`${path}/turns`) ? fs.readdirSync(`${path}/turns`).sort() : [];
      const records = names.filter((name) => /^[0-9].*\.json$/.test(name)).map((name) => read("turns", name));
      [wrong, head] = [await check(read("game.json"), records, read("scenario.json")), read("game.json").head];
      good = `${records.length} records: journal, links and dice hold.`;
    } else {
      const sheet = read();
      [wrong, head, good] = [await checkReport(sheet), sheet.head, `${sheet.records.length} records told: links and dice hold.`];
    }
  } catch (error) {
    console.log(`${path} cannot be read as a save or the proof of a report: ${error}`);
    return 2;
  }
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  for (const [n, what, was, expected] of wrong) {
    console.log(`WRONG in record ${n}: ${what} is ${text(was)}; expected: ${text(expected)}`);
  }
  if (!wrong.length) console.log(`${good} Compare the head with that of your first mail: ${head}`);
  return wrong.length ? 1 : 0;
}

// As a command, not where a page or another module has it.
if (globalThis.process?.argv?.[1]) {
  const [fs, url] = [await import("node:fs"), await import("node:url")];
  if (import.meta.url === url.pathToFileURL(fs.realpathSync(process.argv[1])).href) {
    process.exitCode = await main(fs, process.argv[2] ?? ".");
  }
}
