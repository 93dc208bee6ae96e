"""Random histories of a cluster that is right: each call takes effect at one moment between its begin and its end, and
of some the end is never known."""

import heapq
import itertools

from history import AWAY, OK, REFUSED, UNKNOWN

BROKEN = (8.0, 12.0)
LEASE = 5.0
MARKS = [
    {"mark": "limits", "at": 0.0, "known_within": 1, "bound": 3, "back_within": 4, "replica_within": 1,
     "claim": 6},
    {"mark": "broken", "at": BROKEN[0]}, {"mark": "healed", "at": BROKEN[1]}]
SECONDS = 20


class World:
    """All services, one call after the other."""

    def __init__(self):
        self.ids = (f"id{number}" for number in itertools.count())
        self.addresses, self.names, self.kept = {}, {}, {}
        self.users, self.fields, self.ended, self.leases = {}, {}, set(), {}
        self.gone = set()

    def apply(self, call, now):
        """What is answered: the outcome, the reasons, the answer."""
        return getattr(self, call["op"].replace("-", "_"))(call, now)

    def takes(self, who, name):
        holder = self.names.get(name) or self.kept.get(name)
        if holder not in (None, who):
            return False
        for other in [other for other, owner in self.names.items() if owner == who and other != name]:
            del self.names[other]
            self.kept[other] = who
        self.kept.pop(name, None)
        self.names[name] = who
        return True

    def sign_up(self, call, now):
        who, address, name = call["who"], call["address"], call["name"]
        if self.addresses.get(address, who) != who:
            return REFUSED, ["EMAIL_TAKEN"], None
        if who not in self.users:
            if (self.names.get(name) or self.kept.get(name) or who) != who:
                return REFUSED, ["DISPLAY_NAME_TAKEN"], None
            self.takes(who, name)
        self.addresses[address] = who
        user = self.users.setdefault(who, next(self.ids))
        self.fields.setdefault(user, {"bio": "", "photo": ""})
        return OK, [], {"user": user, "session": next(self.ids)}

    def sign_in(self, call, now):
        if self.addresses.get(call["address"]) != call["who"]:
            return REFUSED, ["WRONG_CREDENTIALS"], None
        return OK, [], {"user": self.users[call["who"]], "session": next(self.ids)}

    def sign_out(self, call, now):
        self.ended.add(call["session"])
        return OK, [], {}

    def delete(self, call, now):
        who = call["who"]
        self.gone |= {who, call["user"]}
        self.addresses = {address: owner for address, owner in self.addresses.items() if owner != who}
        for name in [name for name, owner in self.names.items() if owner == who]:
            del self.names[name]
            self.kept[name] = "nobody"
        return OK, [], {}

    def refresh(self, call, now):
        return (REFUSED, ["SESSION_ENDED"], None) if call["session"] in self.ended else (OK, [], {})

    def rename(self, call, now):
        return (OK, [], {}) if self.takes(call["who"], call["name"]) else (REFUSED, ["DISPLAY_NAME_TAKEN"], None)

    def look_up(self, call, now):
        return OK, [], {"user": self.users.get(self.names.get(call["name"]))}

    def write_bio(self, call, now):
        self.fields[call["user"]]["bio"] = call["bio"]
        return OK, [], {}

    def put_photo(self, call, now):
        self.fields[call["user"]]["photo"] = call["photo"]
        return OK, [], {}

    def profile(self, call, now):
        if call["of"] in self.gone:
            return REFUSED, ["PROFILE_NOT_FOUND"], None
        return OK, [], dict(self.fields[call["of"]])

    def get_photo(self, call, now):
        photo = "" if call["of"] in self.gone else self.fields[call["of"]]["photo"]
        return OK, [], {"photo": photo, "hash": photo}

    def online(self, call, now):
        self.leases[call["user"]] = now + call["lease"]
        return OK, [], {}

    def presence(self, call, now):
        return OK, [], {
            user: "ONLINE" if self.leases.get(user, 0) > now else "OFFLINE" for user in self.fields}


class Person:
    """Calls one after the other, as its random numbers say."""

    def __init__(self, number, random):
        self.number, self.random = number, random
        self.attempts, self.user, self.session, self.name = 0, None, None, None
        self.who = self.address = None

    def next_call(self, users):
        random = self.random
        if self.who is None:
            self.attempts += 1
            self.who = f"person {self.number}.{self.attempts}"
            self.address = f"address {random.randrange(90)}"
            self.name = f"name {random.randrange(70)}"
        if self.user is None:
            return {"op": "sign-up", "address": self.address, "name": self.name}
        if self.session is None:
            return {"op": "sign-in", "address": self.address}
        op = random.choice(
            ["sign-out", "refresh", "rename", "look-up", "write-bio", "put-photo", "profile", "get-photo", "online",
             "presence", "profile", "look-up", "sign-in"] * 2 + ["delete"])
        call = {"op": op, "user": self.user, "session": self.session}
        if op in ("rename", "look-up"):
            call["name"] = f"name {random.randrange(70)}"
        elif op in ("profile", "get-photo"):
            call["of"] = random.choice(users)
        elif op == "write-bio":
            call["bio"] = f"bio {random.random()}"
        elif op == "put-photo":
            call["photo"] = f"photo {random.random()}"
        elif op == "online":
            call["lease"] = LEASE
        elif op == "sign-in":
            call = {"op": op, "address": self.address}
        elif op == "delete":
            call["address"] = self.address
        return call

    def learn(self, call):
        outcome, op = call["outcome"], call["op"]
        if outcome == OK and op in ("sign-up", "sign-in"):
            self.user, self.session = call["answer"]["user"], call["answer"]["session"]
        elif outcome == REFUSED and op == "sign-up":
            self.who = None
        elif op == "delete" and outcome != AWAY:
            self.who = self.user = self.session = None
        elif op == "sign-out" and outcome != AWAY:
            self.session = None
            if self.random.random() < 0.3:
                self.who = self.user = None


def made_history(random, people=6):
    """The calls of some people within `SECONDS`."""
    world, calls = World(), []
    agenda = [(random.random(), number, "begin", None) for number in range(people)]
    persons = [Person(number, random) for number in range(people)]
    heapq.heapify(agenda)
    ties = itertools.count(people)
    while agenda:
        now, tie, what, call = heapq.heappop(agenda)
        if what == "begin":
            number = tie if call is None else call
            if now > SECONDS:
                continue
            person = persons[number]
            made = {**person.next_call(list(world.fields)), "who": person.who, "client": number, "begin": now}
            made |= {"reasons": [], "pause": True, "outcome": UNKNOWN, "end": None}
            is_broken = BROKEN[0] < now < BROKEN[1]
            chance = random.random() if is_broken else 1
            end = now + random.expovariate(20) + 0.001
            if chance < 0.2:
                made |= {"outcome": AWAY, "code": "unavailable", "end": end}
            else:
                if chance < 0.4:
                    made["code"] = "lost"
                    made["is_lost"] = True
                if chance > 0.3:
                    effect = random.uniform(now, end) if chance >= 0.4 else now + random.expovariate(1)
                    heapq.heappush(agenda, (effect, next(ties), "effect", made))
            calls.append(made)
            heapq.heappush(agenda, (end, next(ties), "end", made))
        elif what == "effect":
            outcome, reasons, answer = world.apply(call, now)
            if not call.get("is_lost"):
                call |= {"outcome": outcome, "reasons": reasons}
                if outcome == OK:
                    call["answer"] = answer
                elif "SESSION_ENDED" in reasons:
                    call["code"] = "unauthenticated"
        else:
            call["end"] = now
            persons[call["client"]].learn(call)
            heapq.heappush(agenda, (now + random.expovariate(10), next(ties), "begin", call["client"]))
    return calls
